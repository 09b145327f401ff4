import { expect, test } from 'vitest';
import { headWidth } from './head-width.ts';

// Measured in the browser: the label alone, beside which a head has 42 px.
test.each([
  ['Occurrences', 80],
  ['Confirmation', 78],
  ['Restart count', 83],
  ['Kubernetes version', 121],
  ['Agent problems', 99],
  ['Memo', 38],
  ['Ready', 38],
])('%s is shown whole, with little to spare', (label, measured) => {
  expect(headWidth(label) - 42).toBeGreaterThanOrEqual(measured);
  expect(headWidth(label) - 42).toBeLessThan(measured * 1.2);
});
