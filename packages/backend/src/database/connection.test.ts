import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isForeignKeyViolation, isUnavailable, isUniqueViolation } from './connection.ts';

function answered(code: string, constraint?: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code, constraint });
}

function failed(code: string, syscall?: string): Error {
  return Object.assign(new Error(`${syscall ?? ''} ${code}`), { code, syscall });
}

describe('an unavailable, slow or full database', () => {
  it.each([
    ['refused connection', failed('ECONNREFUSED', 'connect')],
    ['missing socket file', failed('ENOENT', 'connect')],
    ['broken pipe', failed('EPIPE', 'write')],
    ['unknown host', failed('ENOTFOUND', 'getaddrinfo')],
    ['all addresses refused or timed out', new AggregateError([failed('ECONNREFUSED'), failed('ETIMEDOUT')])],
    ['connection ended by an administrator', answered('57P01')],
    ['server still starting', answered('57P03')],
    ['disk full', answered('53100')],
    ['too many connections', answered('53300')],
    ['statement timeout', answered('57014')],
    ['lock timeout', answered('55P03')],
    ['deadlock', answered('40P01')],
    ['connection exception', answered('08006')],
    ['terminated connection', new Error('Connection terminated unexpectedly')],
    ['pool exhausted', new Error('timeout exceeded when trying to connect')],
    ['query timeout', new Error('Query read timeout')],
    ['temporary error as a cause', new Error('could not save', { cause: answered('57P01') })],
  ])('is recognised: %s', (_, error) => {
    expect(isUnavailable(error)).toBe(true);
  });

  it.each([
    ['unique violation', answered('23505')],
    ['syntax error', answered('42601')],
    ['a missing file that is not a socket', failed('ENOENT', 'open')],
    ['a programming error', new TypeError('x is not a function')],
    ['one temporary and one other error', new AggregateError([failed('ECONNREFUSED'), new TypeError('bad')])],
    ['undefined', undefined],
    ['a string', 'ECONNREFUSED'],
  ])('is not confused with: %s', (_, error) => {
    expect(isUnavailable(error)).toBe(false);
  });
});

describe('violated constraints', () => {
  it('are distinguished by name', () => {
    const error = answered('23505', 'cluster_name_unique');
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'cluster_name_unique')).toBe(true);
    expect(isUniqueViolation(error, 'meta_group_name_unique')).toBe(false);
    expect(isForeignKeyViolation(error)).toBe(false);
  });

  it('include ON DELETE RESTRICT, which has a separate code in PostgreSQL 18', () => {
    expect(isForeignKeyViolation(answered('23503', 'x'), 'x')).toBe(true);
    expect(isForeignKeyViolation(answered('23001', 'x'), 'x')).toBe(true);
  });

  it('are recognised only in errors of the database', () => {
    expect(isUniqueViolation(failed('23505'))).toBe(false);
  });
});
