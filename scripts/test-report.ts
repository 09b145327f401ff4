import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification } from 'vitest/node';

/** What a Vitest process sends to `npm test`. */
export type TestMessage =
  | { readonly kind: 'planned'; readonly fileCnt: number }
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly sec: number;
      readonly passed: number;
      /** Each failure with its file, its name and its first messages. */
      readonly failures: readonly string[];
    }
  | { readonly kind: 'unhandled'; readonly failures: readonly string[] };

/** Sends what happens to `npm test`. Its own output, a file, gets what the tests and the servers in them print. */
export default class TestReport implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    send({ kind: 'planned', fileCnt: specifications.length });
  }

  onUserConsoleLog({ content }: { readonly content: string }): void {
    process.stdout.write(content);
  }

  onTestModuleEnd(module: TestModule): void {
    const path = relative(process.cwd(), module.moduleId);
    const failures: string[] = [];
    let passed = 0;
    if (module.errors().length > 0) failures.push(failureText(path, module.errors()));
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') passed++;
      else if (state === 'failed') failures.push(failureText(`${path} > ${test.fullName}`, errorsOf(test)));
    }
    const sec = secondsOf(module);
    process.stdout.write(`${path}: ${passed} passed, ${failures.length} failed, ${sec.toFixed(1)} s\n`);
    send({ kind: 'file', path, sec, passed, failures });
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures = unhandled.map((error) => failureText('outside of any test', [error]));
    send({ kind: 'unhandled', failures });
  }
}

function send(message: TestMessage): void {
  process.send?.(message);
}

function secondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000;
}

const errorsOf = (test: TestCase) => test.result().errors ?? [];

function failureText(where: string, errors: readonly { message: string; stack?: string }[]): string {
  const messages = errors.map(({ message, stack }) => `${message.slice(0, 1500)}\n${firstCall(stack)}`);
  return `FAILED ${where}\n${messages.join('\n')}`;
}

/** The line of the test, not of the library that threw. */
function firstCall(stack = ''): string {
  return stack.split('\n').find((line) => line.includes('.test.ts')) ?? '';
}
