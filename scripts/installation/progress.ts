/** A person who waits sees every few seconds how far it is. */
const EVERY_MS = 4000;

/** Says on the terminal what the command does now, and how far it is. */
export class Progress {
  readonly #what: string;
  readonly #print: (line: string) => void;
  readonly #beganMs: number;
  readonly #now: () => number;
  #saidMs: number;

  constructor(
    what: string,
    print: (line: string) => void = (line) => console.log(line),
    now = () => performance.now(),
  ) {
    this.#what = what;
    this.#print = print;
    this.#now = now;
    this.#beganMs = now();
    this.#saidMs = this.#beganMs;
    print(`gwanje: ${what} …`);
  }

  /** Left out when the last line is only a moment old. */
  at(howFar: string): void {
    if (this.#now() - this.#saidMs < EVERY_MS) return;
    this.#saidMs = this.#now();
    this.#print(`gwanje: ${this.#what}: ${howFar}`);
  }

  done(): void {
    this.#print(`gwanje: ${this.#what}: done in ${Math.ceil((this.#now() - this.#beganMs) / 1000)} s`);
  }
}
