import { errors } from '@gwanje/contract/definition/errors';
import { LOGO_CONTENT_TYPES, LOGO_MAX_BYTES } from '@gwanje/contract/settings/logos';
import { ApiFailure } from '#core/api/api-failure.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';

export const LOGO_ACCEPT = LOGO_CONTENT_TYPES.join(',');

const ENDINGS: Readonly<Record<string, (typeof LOGO_CONTENT_TYPES)[number]>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** The reason why the console refuses a file. The server also checks the content. */
export function logoFileError(file: {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}): PlainKey | undefined {
  const error = typeError(file);
  if (error) return error;
  if (file.size === 0) return 'logo.empty';
  return file.size > LOGO_MAX_BYTES ? 'logo.tooLarge' : undefined;
}

/** Some systems report no type for a file; the file extension decides then. */
function typeError({ name, type }: { readonly name: string; readonly type: string }): PlainKey | undefined {
  const ending = name.toLowerCase().split('.').at(-1) ?? '';
  const known = type === '' ? ENDINGS[ending] : LOGO_CONTENT_TYPES.find((accepted) => accepted === type);
  return known ? undefined : 'logo.badType';
}

/** Accepts exactly one file; a drop may contain several. */
export function pickLogoFile(
  files: readonly File[],
): { readonly file: File } | { readonly error: PlainKey } | null {
  const [file, ...others] = files;
  if (!file) return null;
  if (others.length > 0) return { error: 'logo.several' };
  const error = logoFileError(file);
  return error ? { error } : { file };
}

/** The error to show beside the file; null: the error is not about the file. */
export function uploadError(error: unknown): PlainKey | null {
  if (!(error instanceof ApiFailure)) return null;
  if (error.code === errors.tooLarge.code)
    return error.detail.maxCnt === undefined ? 'logo.tooLarge' : 'logo.tooMany';
  return error.code === errors.invalidParameter.code ? 'logo.badType' : null;
}

/** 'image/png' → 'PNG'. */
export function logoTypeLabel(contentType: string): string {
  return contentType.replace('image/', '').toUpperCase();
}
