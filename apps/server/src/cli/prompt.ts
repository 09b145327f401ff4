import { createInterface, type Interface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { CommandError } from './command-error.ts';

/**
 * Asks on a terminal, or reads one answer per line from a pipe. It echoes only the answer to an open
 * question, because text typed or pasted earlier may be the password.
 */
export class Prompt implements Disposable {
  readonly #output: Writable;
  readonly #lines: Interface;
  readonly #answers: AsyncIterator<string>;
  #isEchoing = false;

  constructor(input: Readable & { isTTY?: boolean }, output: Writable) {
    this.#output = output;
    const echo = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (this.#isEchoing) output.write(chunk);
        done();
      },
    });
    this.#lines = createInterface({ input, output: echo, terminal: input.isTTY === true });
    this.#lines.on('line', () => {
      this.#isEchoing = false;
    });
    this.#answers = this.#lines[Symbol.asyncIterator]();
  }

  ask(question: string): Promise<string> {
    return this.#ask(question, true);
  }

  async askSecret(question: string): Promise<string> {
    try {
      return await this.#ask(question, false);
    } finally {
      this.#output.write('\n');
    }
  }

  async #ask(question: string, isEchoed: boolean): Promise<string> {
    this.#output.write(`${question}: `);
    this.#isEchoing = isEchoed;
    try {
      const { value, done } = await this.#answers.next();
      if (done) throw new CommandError('\nno answer: nothing was changed');
      return value;
    } finally {
      this.#isEchoing = false;
    }
  }

  say(text: string): void {
    this.#output.write(`${text}\n`);
  }

  [Symbol.dispose](): void {
    this.#lines.close();
  }
}
