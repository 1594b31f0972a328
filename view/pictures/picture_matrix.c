/* The elements that a block touches; picture_matrix.h states the contract. */
#include "picture_matrix.h"

#include <stdlib.h>
#include <string.h>

#include "trace/async.h"
#include "trace/fail.h"
#include "trace/traced_memory.h"

void matrix_open(struct matrix *m, const char *name, int rows, int cols)
{
    *m = (struct matrix){.name = name, .rows = rows, .cols = cols};
    m->element = memory_zeroed((size_t)rows * (size_t)cols, sizeof *m->element);
}

void matrix_open_transposed(struct matrix *m, const char *array, int rows, int cols)
{
    struct text name = {0};

    text_add(&name, "%s^T", array);
    matrix_open(m, text_of(&name), rows, cols);
    m->transposed = array;
}

enum { MOST_WARPS = 32 }; /* of a block */

/* Where the warps of a block are. In a kernel with tiles, a copy begins at the first
   request after the warp has read shared memory. All of a copy has the time of its
   beginning, so that a tile has one colour. */
struct progress {
    bool tiles;             /* true if the kernel reads shared memory */
    int begin[MOST_WARPS];  /* the step at which the warp's copy began */
    bool reads[MOST_WARPS]; /* true if the warp's last request read shared memory */
};

/* Follow the warp to its request r. Returns how far it is through its requests; the
   last one is at TIMES. */
static int time_of(struct progress *p, const struct traced_request *r)
{
    const bool reads = r->shared && r->op == OP_LOAD;
    int *const begin = &p->begin[r->warp % MOST_WARPS];
    int time;

    if (!p->tiles || !*begin || (p->reads[r->warp % MOST_WARPS] && !reads))
        *begin = r->step;
    p->reads[r->warp % MOST_WARPS] = reads;
    time = 1 + (int)((double)TIMES * (*begin - 1) / r->steps + 0.05);
    return time < TIMES ? time : TIMES;
}

static bool reads_shared(const struct trace *t)
{
    for (size_t i = 0; i < t->requests; i++)
        if (t->request[i].shared && t->request[i].op == OP_LOAD)
            return true;
    return false;
}

static void widen(struct matrix *m, int row, int col)
{
    if (!m->touched) {
        m->top = m->bottom = row;
        m->left = m->right = col;
    }
    m->top = row < m->top ? row : m->top;
    m->bottom = row > m->bottom ? row : m->bottom;
    m->left = col < m->left ? col : m->left;
    m->right = col > m->right ? col : m->right;
}

/* The n-th request, from 1, touches element e of the array at `time`. */
static void touch(struct matrix *m, enum request_op op, uint32_t n, long long e,
                  int time)
{
    const int row = (int)(m->transposed ? e % m->rows : e / m->cols);
    const int col = (int)(m->transposed ? e / m->rows : e % m->cols);
    struct element *const element = &m->element[(size_t)row * (size_t)m->cols + col];

    if (element->request == n)
        return; /* another lane has touched it */
    element->request = n;
    m->times[op]++;
    if (!element->first) {
        widen(m, row, col);
        m->touched++;
    }
    if (!element->first || time < element->first)
        element->first = (unsigned char)time;
}

/* The copy engine loads a box: this counts as one request. */
static void touch_box(struct matrix *m, const struct async_copy *c, uint32_t n,
                      int time)
{
    const int ld = m->transposed ? m->rows : m->cols;

    for (int y = c->at[1] > 0 ? 0 : -c->at[1]; y < c->box[1]; y++)
        for (int x = c->at[0] > 0 ? 0 : -c->at[0]; x < c->box[0]; x++)
            if (c->at[1] + y < c->size[1] && c->at[0] + x < c->size[0])
                touch(m, OP_LOAD, n, (long long)(c->at[1] + y) * ld + c->at[0] + x,
                      time);
}

void matrix_touch(struct matrix *m, const struct trace *t)
{
    const long long elements = (long long)m->rows * m->cols;
    const char *const array = m->transposed ? m->transposed : m->name;
    const int rows = m->transposed ? m->cols : m->rows;
    const int cols = m->transposed ? m->rows : m->cols;
    struct progress progress = {.tiles = reads_shared(t)};

    for (size_t i = 0; i < t->requests; i++) {
        const struct traced_request *const r = &t->request[i];
        const int time = time_of(&progress, r);

        struct async_copy copy;

        if (async_copy_read(&copy, r) && strcmp(copy.array, array) == 0 &&
            copy.size[0] == cols && copy.size[1] == rows)
            touch_box(m, &copy, (uint32_t)i + 1, time);
        if (r->shared || !r->rows || strcmp(r->array, array) != 0)
            continue;
        if (r->rows != rows || r->cols != cols)
            fail("'%s': %s is %d x %d, expected %d x %d", t->path, array, r->rows,
                 r->cols, rows, cols);
        for (int lane = 0; lane < LANES; lane++) {
            const long long byte = r->offset[lane];

            if (!request_has(r, lane) || byte < 0)
                continue;
            for (long long e = byte / r->element;
                 e <= (byte + r->size - 1) / r->element && e < elements; e++)
                touch(m, r->op, (uint32_t)i + 1, e, time);
        }
    }
}

void matrix_close(struct matrix *m)
{
    free(m->element);
    if (m->transposed)
        free((char *)m->name);
}
