import { expect, test } from 'vitest';
import { diffBlocks } from './diff-blocks.ts';
import { yamlText } from './yaml-text.ts';

const lines = (cnt: number, from = 1) =>
  Array.from({ length: cnt }, (_, index) => `line ${from + index}\n`).join('');

function outline(before: string, after: string): string[] {
  return diffBlocks(before, after).map(({ isFolded, rows }) =>
    isFolded ? `fold ${rows.length}` : rows.map(({ kind, text }) => `${kind} ${text}`).join(', '),
  );
}

test('a change is shown with three equal lines on each side, the rest is folded', () => {
  const before = `${lines(10)}replicas: 1\n${lines(10, 11)}`;
  expect(outline(before, before.replace('replicas: 1', 'replicas: 2'))).toEqual([
    'fold 7',
    'same line 8, same line 9, same line 10',
    'removed replicas: 1, added replicas: 2',
    'same line 11, same line 12, same line 13',
    'fold 7',
  ]);
});

test('a few equal lines are not folded, and lines keep their numbers', () => {
  const [same, added] = diffBlocks('a\n', 'a\nb\n');
  expect(same?.rows).toEqual([{ kind: 'same', text: 'a', beforeNo: 1, afterNo: 1 }]);
  expect(added?.rows).toEqual([{ kind: 'added', text: 'b', beforeNo: null, afterNo: 2 }]);
});

test('equal texts have no changed row', () => {
  const rows = diffBlocks(lines(30), lines(30)).flatMap((block) => block.rows);
  expect(rows.map(({ kind }) => kind)).toEqual(Array.from({ length: 30 }, () => 'same'));
});

test('texts that differ in too many lines are removed and added as a whole', () => {
  const after = lines(3000).replaceAll('line', 'other');
  const rows = diffBlocks(lines(3000), after).flatMap((block) => block.rows);
  expect(rows).toHaveLength(6000);
  expect(new Set(rows.slice(0, 3000).map(({ kind }) => kind))).toEqual(new Set(['removed']));
  expect(new Set(rows.slice(3000).map(({ kind }) => kind))).toEqual(new Set(['added']));
});

test('the YAML quotes what older parsers take for another type, and shows text that is no JSON as it is', () => {
  const json = JSON.stringify({
    a: 'on',
    b: '08',
    c: '2026-11-15T02:10:57Z',
    d: 'x\ny\n',
    e: 'x '.repeat(80),
  });
  const expected = ['a: "on"', 'b: "08"', 'c: "2026-11-15T02:10:57Z"', 'd: |', '  x', '  y'];
  expect(yamlText(json).split('\n').slice(0, 6)).toEqual(expected);
  expect(yamlText(json).split('\n')).toHaveLength(8);
  expect(yamlText('no json')).toBe('no json');
});
