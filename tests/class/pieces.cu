// Pieces of kernels for lab 05, written in different ways. A line "@ PIECE WAY" begins each:
// way WAY of copying A, of copying B, of multiplying. tests/class/compose puts one of each
// into the gaps of the skeleton.
@ A 1
        int thread = ty * (BN / TN) + tx;
        for (int i = 0; i < BM * BK; i += THREADS) {
            int r = (thread + i) / BK, k = (thread + i) % BK;
            bool inside = row0 + r < M && k0 + k < K;
            As[r][k] = inside ? A[(row0 + r) * K + k0 + k] : 0.0f;
        }
@ A 2
        for (int n = 0; n < BM * BK / THREADS; n++) {
            const int at = n * THREADS + threadIdx.y * blockDim.x + threadIdx.x;
            const int y = at / BK;
            const int x = at - y * BK;
            if (row0 + y >= M || k0 + x >= K)
                As[y][x] = 0;
            else
                As[y][x] = A[(size_t)(row0 + y) * K + (k0 + x)];
        }
@ A 3
        int e = ty * blockDim.x + tx;
        while (e < BM * BK) {
            As[e / BK][e % BK] = 0.0f;
            if (e / BK + row0 < M) {
                const float *from = A + (row0 + e / BK) * K;
                if (e % BK + k0 < K)
                    As[e / BK][e % BK] = from[k0 + e % BK];
            }
            e += THREADS;
        }
@ A 4
        {
            int lane = (tx + ty * 16) & (BK - 1), line = (tx + ty * 16) >> 3;
            for (; line < BM; line += THREADS >> 3) {
                float value = 0;
                if (k0 + lane < K && !(row0 + line >= M))
                    value = __ldg(&A[K * (row0 + line) + lane + k0]);
                (*(As + line))[lane] = value;
            }
        }
@ A 5
        float *flat = &As[0][0];
#pragma unroll
        for (unsigned s = 16 * ty + tx; s != BM * BK + 16 * ty + tx; s = s + THREADS) {
            const int up = min(row0 + (int)(s / BK), M - 1), over = min(k0 + (int)(s % BK), K - 1);
            const float mask = up - row0 == (int)(s / BK) && over - k0 == (int)(s % BK);
            flat[s] = mask * A[up * K + over];
        }
@ A 6
        auto load = [=](int i, int j) { return i < M && j < K ? *(A + i * K + j) : 0.f; };
        for (int down = 0; down < TM; ++down) {
            if (tx < BK)
                As[ty + down * (BM / TM)][tx] = load(row0 + ty + down * (BM / TM), k0 + tx);
        }
@ B 1
        for (int i = 0; i < BK * BN; i += THREADS) {
            int k = (ty * (BN / TN) + tx + i) / BN, c = (ty * (BN / TN) + tx + i) % BN;
            bool inside = k0 + k < K && col0 + c < N;
            Bs[k][c] = inside ? B[(k0 + k) * N + col0 + c] : 0.0f;
        }
@ B 2
        for (int m = BK * BN / THREADS - 1; m >= 0; m--) {
            const int place = m * THREADS + threadIdx.y * blockDim.x + threadIdx.x;
            const int y = place / BN;
            const int x = place - y * BN;
            if (k0 + y >= K || col0 + x >= N) {
                Bs[y][x] = 0;
                continue;
            }
            Bs[y][x] = B[(size_t)(k0 + y) * N + (col0 + x)];
        }
@ B 3
        const float *source = B + k0 * N + col0;
        int f = tx + ty * blockDim.x, left = N - col0, below = K - k0;
        do {
            Bs[f / BN][f % BN] = 0.0f;
            if (f / BN < below && left > f % BN)
                Bs[f / BN][f % BN] += source[f / BN * N + f % BN];
        } while ((f += THREADS) < BK * BN);
@ B 4
        {
            int lane = (tx + ty * 16) & 127, line = (tx + ty * 16) >> 7;
            for (; line < BK; line = line + 2)
                switch (k0 + line < K && !(col0 + lane >= N)) {
                case 1:
                    Bs[line][lane] = __ldg(&B[N * (k0 + line) + lane + col0]);
                    break;
                default:
                    Bs[line][lane] = 0;
                }
        }
@ B 5
        float (*tile)[BN] = Bs;
        for (unsigned char s = 0; s < 4; s++, tile += 2) {
            const int up = k0 + 2 * s + ty / 8, over = col0 + tx + 16 * (ty % 8);
            const float mask = up < K ? over < N ? 1 : 0 : 0;
            tile[ty / 8][tx + 16 * (ty % 8)] =
                mask == 0 ? mask : B[min(up, K - 1) * N + min(over, N - 1)];
        }
@ B 6
        auto fetch = [=](int i, int j) { if (i >= K) return 0.f; return j < N ? B[i * N + j] : 0.f; };
        if (ty < BK)
            for (int right = tx; right < BN; right += BN / TN)
                Bs[ty][right] = fetch(k0 + ty, col0 + right);
@ C 1
        __syncthreads();
        for (int k = 0; k < BK; k++) {
            float a[TM], b[TN];
            for (int i = 0; i < TM; i++)
                a[i] = As[ty * TM + i][k];
            for (int j = 0; j < TN; j++)
                b[j] = Bs[k][tx * TN + j];
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a[i] * b[j];
        }
        __syncthreads();
@ C 2
        __syncthreads();
        int depth = 0;
        do {
            float right[TN];
            const float *line = &Bs[depth][tx * TN];
            for (int q = TN; q-- > 0;)
                right[q] = line[q];
            for (int p = 0; p < TM; ++p) {
                const float left = As[p + TM * ty][depth];
                for (int q = 0; q < TN; ++q)
                    acc[p][q] = fmaf(left, right[q], acc[p][q]);
            }
            depth++;
        } while (depth != BK);
        __syncthreads();
@ C 3
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; k++)
            for (int n = 0; n < TM * TN; n++) {
                const int i = n / TN, j = n % TN;
                float product = As[ty * TM + i][k] * Bs[k][tx * TN + j];
                acc[i][j] = product + acc[i][j];
            }
        __syncthreads();
@ C 4
        __syncthreads();
        for (int column = 0; column < TN; column += 1) {
            float sums[TM] = {0};
            for (int k = 0; k < BK; k += 2) {
                float even = Bs[k][column + tx * TN], odd = Bs[k + 1][column + tx * TN];
                for (int line = 0; line < TM; line += 1) {
                    sums[line] += even * As[line + ty * TM][k];
                    sums[line] += odd * As[line + ty * TM][k + 1];
                }
            }
            for (int line = 0; line < TM; line += 1)
                acc[line][column] += sums[line];
        }
        __syncthreads();
@ C 5
        __syncthreads();
        float *first = &As[ty * TM][0], *last = first + BK, *down = &Bs[0][tx * TN];
        for (; first < last; first++, down += BN) {
            float x[TN];
            memcpy(x, down, sizeof x);
            for (int i = 0; i < TM; i++) {
                if (first[i * BK] == 0.0f)
                    continue;
                for (int j = 0; j < TN; j++)
                    acc[i][j] += first[i * BK] * x[j];
            }
        }
        __syncthreads();
@ C 6
        __syncthreads();
        auto a = [&](int i, int k) -> float { return As[ty * TM + i][k]; };
        auto b = [&](int k, int j) -> float { return Bs[k][tx * TN + j]; };
        int i = 0;
        while (i < TM) {
            for (int j = 0; j < TN; j++) {
                float dot = a(i, 0) * b(0, j);
                for (int k = 1; k < BK; k++)
                    dot += a(i, k) * b(k, j);
                acc[i][j] += dot;
            }
            i++;
        }
        __syncthreads();
