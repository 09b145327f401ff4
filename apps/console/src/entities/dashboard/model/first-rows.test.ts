import { describe, expect, it } from 'vitest';
import { firstRows } from './first-rows.ts';

const rows = Array.from({ length: 100 }, (_, index) => ({ name: `cluster ${index}`, version: 'v1.33.1' }));
const textsOf = ({ name, version }: (typeof rows)[number]) => [name, version];

describe('firstRows', () => {
  it('returns the rows that are visible without scrolling', () => {
    const alike = rows.map(({ version }) => ({ name: 'cluster', version }));
    expect(firstRows(alike, textsOf)).toEqual(alike.slice(0, 8));
  });

  it('adds the rows with the longest texts from any position, without duplicates', () => {
    const named = rows.with(70, { name: 'a cluster of a longer name', version: 'v1.33.1-gke.1234567' });
    expect(firstRows(named, textsOf)).toEqual([...named.slice(0, 8), named[70]]);
  });

  it('returns every row of a short table', () => {
    expect(firstRows(rows.slice(0, 5), textsOf)).toEqual(rows.slice(0, 5));
  });
});
