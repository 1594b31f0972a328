// The worker that compiles and runs kernels, as the page sees it. One that does not answer is
// ended, and the next job has a new one.
const SILENCE = { load: 300, check: 45, speed: 45, story: 60, questions: 90, judged: 20, play: 30 }; // seconds without a word

export class Machine {
  // loading(share): from 0 to 1, then 1.
  constructor(files, loading) {
    Object.assign(this, { files, loading, jobs: new Map(), number: 0 });
    this.start();
  }
  start() {
    this.worker = new Worker('worker.js', { type: 'module' });
    this.worker.onmessage = ({ data }) => this.answered(data);
    this.worker.onerror = (event) => this.end(event.message || 'the worker cannot start');
    this.ready = this.ask('load', this.files, ({ loaded }) => this.loading(Math.min(loaded, 0.99)))
      .then(() => this.loading(1));
    this.ready.catch(() => {});
  }

  // A promise of what the job answers; tell(part) is called as it works. { overtime: seconds }:
  // it was ended.
  async do(what, job, tell = () => {}) {
    await this.ready;
    return this.ask(what, job, tell);
  }
  ask(what, job, tell) {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.jobs.set(id, { what, tell, resolve, reject, begun: performance.now() });
      this.watch(id);
      this.worker.postMessage({ id, what, ...job });
    });
  }
  watch(id) {
    const job = this.jobs.get(id), limit = SILENCE[job.what];
    clearTimeout(job.timer);
    job.timer = setTimeout(() => {
      job.resolve({ overtime: limit });
      this.jobs.delete(id);
      this.end('an earlier kernel was ended');
      this.start();
    }, limit * 1000);
  }
  // Ends what is running, and starts again.
  stop() {
    for (const [id, job] of this.jobs) {
      job.resolve({ overtime: (performance.now() - job.begun) / 1000, stopped: true });
      this.jobs.delete(id);
    }
    this.end('');
    this.start();
  }
  end(why) {
    this.worker.terminate();
    for (const job of this.jobs.values()) {
      clearTimeout(job.timer);
      job.reject(new Error(why));
    }
    this.jobs.clear();
  }
  answered({ id, part, done, failed }) {
    const job = this.jobs.get(id);
    if (!job) return;
    if (part) {
      job.tell(part);
      this.watch(id);
      return;
    }
    clearTimeout(job.timer);
    this.jobs.delete(id);
    if (failed) job.reject(new Error(failed));
    else job.resolve(done);
  }
}
