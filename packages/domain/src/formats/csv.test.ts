import { describe, expect, it } from 'vitest';
import { csvCell, csvText } from './csv.ts';

describe('cell', () => {
  it.each([
    ...['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx'],
    ...['＝1+1', '＋cmd', '－2+3', '＠SUM(A1)', '﹦1', '⁼1'],
    ...[' =1', '\u200b=1', '\u00a0＝1', '\ufeff=1'],
  ])('%j is escaped and is not a formula', (text) => {
    expect(csvCell(text)).toBe(`'${text}`);
  });

  it('a leading carriage return is quoted and is not a formula', () => {
    expect(csvCell('\r=1')).toBe(`"'\r=1"`);
  });

  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=A1,"x"', `"'=A1,""x"""`],
  ])('%j becomes %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it('a number is not escaped, and an unknown value is empty', () => {
    expect([-1.5, 0, null, Number.NaN].map(csvCell)).toEqual(['-1.5', '0', '', '']);
  });
});

it('a file begins with a byte order mark, and its rows end with CRLF', () => {
  expect(
    csvText([
      ['시각', 'a'],
      ['t', 1],
    ]),
  ).toBe('\uFEFF시각,a\r\nt,1\r\n');
});
