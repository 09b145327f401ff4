import { describe, expect, it } from 'vitest';
import { firstRows } from './first-rows.ts';

const rows = Array.from({ length: 100 }, (_, index) => ({ name: `cluster ${index}`, version: 'v1.33.1' }));
const textsOf = ({ name, version }: (typeof rows)[number]) => [name, version];

describe('firstRows', () => {
  it('are those in sight', () => {
    const alike = rows.map(({ version }) => ({ name: 'cluster', version }));
    expect(firstRows(alike, textsOf)).toEqual(alike.slice(0, 8));
  });

  it('has the rows with the longest texts too, each once, wherever they are', () => {
    const named = rows.with(70, { name: 'a cluster of a longer name', version: 'v1.33.1-gke.1234567' });
    expect(firstRows(named, textsOf)).toEqual([...named.slice(0, 8), named[70]]);
  });

  it('is all of a short table', () => {
    expect(firstRows(rows.slice(0, 5), textsOf)).toEqual(rows.slice(0, 5));
  });
});
