import { createInterface, type Interface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { CommandError } from './command-error.ts';

/** Asks on a terminal, or reads one answer a line from a pipe. What is secret is never echoed. */
export class Prompt implements Disposable {
  readonly #output: Writable;
  readonly #lines: Interface;
  readonly #answers: AsyncIterator<string>;
  #isSecret = false;

  constructor(input: Readable & { isTTY?: boolean }, output: Writable) {
    this.#output = output;
    const echo = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!this.#isSecret) output.write(chunk);
        done();
      },
    });
    this.#lines = createInterface({ input, output: echo, terminal: input.isTTY === true });
    this.#answers = this.#lines[Symbol.asyncIterator]();
  }

  async ask(question: string): Promise<string> {
    this.#output.write(`${question}: `);
    const { value, done } = await this.#answers.next();
    if (done) throw new CommandError('\nno answer: nothing was changed');
    return value;
  }

  async askSecret(question: string): Promise<string> {
    this.#isSecret = true;
    try {
      return await this.ask(question);
    } finally {
      this.#isSecret = false;
      this.#output.write('\n');
    }
  }

  say(text: string): void {
    this.#output.write(`${text}\n`);
  }

  [Symbol.dispose](): void {
    this.#lines.close();
  }
}
