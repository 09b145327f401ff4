import { expect, test } from 'vitest';
import { headWidth } from './use-list-columns.tsx';

// The widths of the labels, measured in a browser; the rest of a header cell takes 42 px.
test.each([
  ['Occurrences', 80],
  ['Confirmation', 78],
  ['Restart count', 83],
  ['Kubernetes version', 121],
  ['Agent problems', 99],
  ['Memo', 38],
  ['Ready', 38],
])('%s is shown in full, with little space left', (label, measured) => {
  expect(headWidth(label) - 42).toBeGreaterThanOrEqual(measured);
  expect(headWidth(label) - 42).toBeLessThan(measured * 1.2);
});
