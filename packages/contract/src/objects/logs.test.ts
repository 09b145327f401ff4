import { describe, expect, it } from 'vitest';
import {
  getLogAccess,
  LogEvent,
  LogPosition,
  listLogPermissions,
  MAX_LOG_LINE_BYTES,
  openLog,
  updateLogPermissions,
} from './logs.ts';

const source = { podId: 7, containerName: 'web' };

describe('the call that opens logs', () => {
  it('follows the last thousand lines by default', () => {
    expect(openLog.body.parse({ _method: 'get', sourceList: [source] })).toEqual({
      _method: 'get',
      sourceList: [{ ...source, previous: 'N' }],
      follow: 'Y',
      tailLines: 1000,
    });
  });

  it.each([
    ['no source', { sourceList: [] }],
    ['21 sources', { sourceList: Array.from({ length: 21 }, (_, at) => ({ ...source, podId: at + 1 })) }],
    ['the same source twice', { sourceList: [source, source] }],
    ['a container name with a path', { sourceList: [{ ...source, containerName: '../x' }] }],
    ['a position that is no position', { sourceList: [{ ...source, resume: 'now' }] }],
    ['more lines than one may have', { sourceList: [source], tailLines: 10_001 }],
  ])('refuses %s', (_, body) => {
    expect(openLog.body.safeParse(body).success).toBe(false);
  });

  it('resumes with the position of an event', () => {
    const time = '2026-11-18T03:12:00.123456789Z';
    const position = `${time}/2/0`;
    const event = LogEvent.parse({ type: 'lines', source: 0, list: [[time, 'x']], position });
    expect(LogPosition.parse('position' in event ? event.position : '')).toBe(position);
    expect(openLog.body.safeParse({ sourceList: [{ ...source, resume: position }] }).success).toBe(true);
  });

  it('has room for a line of the greatest length', () => {
    const list = [['2026-11-18T03:12:00Z', 'x'.repeat(MAX_LOG_LINE_BYTES), 5]];
    const position = '2026-11-18T03:12:00Z/1/0';
    expect(LogEvent.safeParse({ type: 'lines', source: 0, list, position }).success).toBe(true);
  });

  it('is refused while viewing as another user, and only total admins set who may read', () => {
    expect([openLog.whileViewing, getLogAccess.access]).toEqual(['no', 'all']);
    expect([listLogPermissions.access, updateLogPermissions.access]).toEqual(['totalAdmin', 'totalAdmin']);
  });
});
