import { expect, it } from 'vitest';
import { StatusError } from '../http/http.ts';
import { ApiOutages } from './api-outages.ts';

const AWAY = new Error('connect ECONNREFUSED');
const FORBIDDEN = new StatusError(403, 'forbidden');

it('reports the first answer of each request after its failures, with the start of the outage', () => {
  const answered: number[] = [];
  const outages = new ApiOutages((sinceMs) => answered.push(sinceMs));
  outages.report('pod', undefined, 10);
  outages.report('pod', AWAY, 20);
  outages.report('version', AWAY, 25);
  outages.report('pod', FORBIDDEN, 30);
  outages.report('pod', undefined, 40);
  outages.report('pod', undefined, 50);
  outages.report('version', undefined, 60);
  expect(answered).toEqual([20, 25]);
});

it('does not count an answer with an error as an outage', () => {
  const answered: number[] = [];
  const outages = new ApiOutages((sinceMs) => answered.push(sinceMs));
  outages.report('quota', FORBIDDEN, 10);
  outages.report('quota', FORBIDDEN, 20);
  outages.report('quota', undefined, 30);
  expect(answered).toEqual([0]);
});
