import { expect, it } from 'vitest';
import { StatusError, TooLargeError } from '../http/http.ts';
import { apiProblem } from './problems.ts';

it.each([
  ['apiUnauthorized', new StatusError(401, 'Unauthorized'), 'status 401: Unauthorized'],
  ['apiForbidden', new StatusError(403, 'no right'), 'pod: status 403: no right'],
  ['apiError', new StatusError(404, 'no such resource'), 'pod: status 404: no such resource'],
  ['apiError', new StatusError(429, 'too many requests'), 'pod: status 429: too many requests'],
  ['apiError', new StatusError(503, ''), 'pod: status 503'],
  ['apiError', new SyntaxError('not JSON'), 'pod: not JSON'],
  ['apiError', new TooLargeError('the answer is too large'), 'pod: the answer is too large'],
  ['apiUnreachable', new Error('connect ECONNREFUSED'), 'connect ECONNREFUSED'],
])('reports %s for %s', (problem, error, detail) => {
  expect(apiProblem('pod', error)).toEqual({ problem, detail });
});
