import { AppError } from '@gwanje/contract/definition/errors';
import { LOGO_MAX_CNT } from '@gwanje/contract/settings/logos';
import type { Work } from '../../platform/http/call.ts';
import { type LogoPicture, readLogoPicture } from './logo-picture.ts';
import {
  activateLogo,
  countLogos,
  deactivateLogos,
  deleteLogoRow,
  insertLogoRow,
  type LogoRef,
  lockLogos,
  replaceLogoContent,
} from './logo-repository.ts';

export async function addLogo(work: Work, file: File): Promise<LogoRef> {
  const { db, user, now, audit } = work;
  const picture = await pictureIn(file);
  const name = logoName(file.name);
  await lockLogos(db);
  if ((await countLogos(db)) >= LOGO_MAX_CNT) {
    throw new AppError('tooLarge', { reason: 'too many logos', maxCnt: LOGO_MAX_CNT });
  }
  const id = await insertLogoRow(db, { name, picture, createdBy: user.userNo, now });
  const logo = await requireActivated(work, id);
  await audit('logo.insert', id, describe(name, picture));
  return logo;
}

/** Uses a stored logo; a file replaces its picture. */
export async function useLogo(work: Work, id: number, file: File | undefined): Promise<LogoRef> {
  const { db, audit } = work;
  const picture = file && (await pictureIn(file));
  await lockLogos(db);
  if (!file || !picture) {
    await audit('logo.activate', id);
  } else {
    const name = logoName(file.name);
    await replaceLogoContent(db, id, { name, picture });
    await audit('logo.update', id, describe(name, picture));
  }
  return requireActivated(work, id);
}

export async function useOwnLogo({ db, audit }: Work): Promise<void> {
  await lockLogos(db);
  await deactivateLogos(db);
  await audit('logo.reset');
}

/** After the active logo is deleted, the product's default logo is active. */
export async function removeLogo({ db, audit }: Work, id: number): Promise<void> {
  await lockLogos(db);
  const deleted = await deleteLogoRow(db, id);
  if (!deleted) throw new AppError('notFound');
  const { name, active } = deleted;
  await audit('logo.delete', id, { name, wasActive: active });
}

/** Without such a logo it throws, and the transaction rolls the earlier steps back. */
async function requireActivated({ db }: Work, id: number): Promise<LogoRef> {
  const logo = await activateLogo(db, id);
  if (!logo) throw new AppError('notFound');
  return logo;
}

async function pictureIn(file: File): Promise<LogoPicture> {
  const picture = readLogoPicture(Buffer.from(await file.arrayBuffer()));
  if (!picture) {
    throw new AppError('invalidParameter', { field: 'file', reason: 'not a PNG, JPEG or WebP picture' });
  }
  return picture;
}

function describe(name: string, { contentType, content }: LogoPicture) {
  return { name, contentType, sizeBytes: content.length };
}

const MAX_LENGTH = 100;
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** A label for the list, from the uploaded file's name. The server uses it as text only. */
function logoName(fileName: string): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? '';
  const name = base.replace(UNSAFE, '').trim().normalize('NFC');
  return [...name].slice(0, MAX_LENGTH).join('') || 'logo';
}
