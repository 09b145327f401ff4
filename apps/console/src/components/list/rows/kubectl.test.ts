import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { type KubectlTarget, kubectlCommand, shellQuoted } from './kubectl.ts';

const pod: KubectlTarget = { cluster: 'prod-seoul', namespace: 'payment', resource: 'pod', name: 'api-0' };

describe('the kubectl command', () => {
  test.each<[KubectlTarget, 'describe' | 'logs', string | null]>([
    [pod, 'describe', 'kubectl --context prod-seoul -n payment describe pod api-0'],
    [pod, 'logs', 'kubectl --context prod-seoul -n payment logs api-0'],
    [{ ...pod, container: 'app' }, 'logs', 'kubectl --context prod-seoul -n payment logs -c app api-0'],
    [{ cluster: 'c', resource: 'node', name: 'n1' }, 'describe', 'kubectl --context c describe node n1'],
    [{ cluster: 'c', resource: 'node', name: 'n1' }, 'logs', null],
    [{ ...pod, cluster: '운영 1' }, 'describe', "kubectl --context '운영 1' -n payment describe pod api-0"],
    [
      { ...pod, name: '--all' },
      'describe',
      "kubectl --context prod-seoul -n payment describe pod -- '--all'",
    ],
    [{ ...pod, name: '' }, 'describe', null],
    [{ ...pod, name: 'a\nrm -rf ~' }, 'describe', null],
    [{ ...pod, name: 'a\u202Eb' }, 'describe', null],
    [{ ...pod, cluster: 'a\u200Bb' }, 'describe', null],
    [{ ...pod, namespace: 'a\u001b[2J' }, 'describe', null],
  ])('for %j and %s is %j', (target, verb, command) => expect(kubectlCommand(target, verb)).toBe(command));
});

test.each([
  ...['plain', "it's", '$(id)', '`id`', '"; rm -rf /', '*', 'a b'],
  ...['-n', '\\', "'''", '!x', '~', '#c', 'x=y;z'],
])('a shell reads %j as one unchanged word', (text) =>
  expect(execFileSync('/bin/sh', ['-c', `printf %s ${shellQuoted(text)}`], { encoding: 'utf8' })).toBe(text),
);
