import { describe, expect, test } from 'vitest';
import { ApiFailure } from '#core/api/api-failure.ts';
import { logoFileError, logoTypeLabel, pickLogoFile, uploadError } from './logo-file.ts';

const MIB = 1024 * 1024;

describe('a logo file', () => {
  test.each([
    ['logo.png', 'image/png', 10, undefined],
    ['logo.jpg', 'image/jpeg', MIB, undefined],
    ['logo.svg', 'image/svg+xml', 10, 'logo.badType'],
    ['LOGO.WEBP', '', 10, undefined],
    ['logo.png', 'image/png', MIB + 1, 'logo.tooLarge'],
    ['logo.png', 'image/png', 0, 'logo.empty'],
    ['logo.gif', 'image/gif', 10, 'logo.badType'],
    ['logo.png', 'text/html', 10, 'logo.badType'],
    ['logo', '', 10, 'logo.badType'],
  ])('%s of type %j and %i bytes: %s', (name, type, size, error) =>
    expect(logoFileError({ name, type, size })).toBe(error),
  );
});

describe('a dropped file list', () => {
  const file = new File(['x'], 'logo.png', { type: 'image/png' });

  test('with one picture is accepted', () => expect(pickLogoFile([file])).toEqual({ file }));

  test('with several files is refused, and without files is ignored', () => {
    expect(pickLogoFile([file, file])).toEqual({ error: 'logo.several' });
    expect(pickLogoFile([])).toBeNull();
  });
});

describe('an upload error', () => {
  function refusal(code: number, detail = {}) {
    return uploadError(new ApiFailure({ kind: 'code', code, message: 'refused', detail }));
  }

  test('is shown beside the file if it is about the file', () => {
    expect(refusal(8006)).toBe('logo.tooLarge');
    expect(refusal(8006, { maxCnt: 20 })).toBe('logo.tooMany');
    expect(refusal(8002, { field: 'file' })).toBe('logo.badType');
  });

  test('is left to the alert if it is not about the file', () => {
    expect(refusal(8005)).toBeNull();
    expect(uploadError(new TypeError('x'))).toBeNull();
  });
});

test.each([
  ['image/png', 'PNG'],
  ['image/webp', 'WEBP'],
])('shows %s as %s', (contentType, label) => expect(logoTypeLabel(contentType)).toBe(label));
