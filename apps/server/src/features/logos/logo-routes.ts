import { API_PREFIX, buildPath } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import { getLogoImage, LOGO_MAX_CNT, LogoEntry } from '@gwanje/contract/settings/logos';
import type { Routes, Work } from '../../platform/http/call.ts';
import { insertRow, updateRow } from '../../platform/store/row-repository.ts';
import { type LogoPicture, readLogoPicture } from './logo-picture.ts';
import * as repository from './logo-repository.ts';

export const logoRoutes = {
  async getLogo({ db }) {
    const logo = await repository.findActiveLogo(db);
    return { logo: logo ? toLogo(logo) : null };
  },
  async listLogos({ db }) {
    const rows = await repository.listLogoRows(db);
    const logoList = rows.map((row) => ({
      ...toLogo(row),
      name: row.name,
      contentType: LogoEntry.shape.contentType.parse(row.contentType),
      sizeBytes: row.sizeBytes,
      isActive: row.active ? ('Y' as const) : ('N' as const),
      createdAt: row.createdAt.toISOString(),
    }));
    return { logoList };
  },
  async insertLogo(call) {
    const { db, user, now, audit, form } = call;
    const picture = await pictureIn(form.file);
    const name = logoName(form.file.name);
    await repository.lockLogos(db);
    if ((await repository.countLogos(db)) >= LOGO_MAX_CNT)
      throw new AppError('tooLarge', { reason: 'too many logos', maxCnt: LOGO_MAX_CNT });
    const row = { name, ...picture, sizeBytes: picture.content.length };
    const id = await insertRow(db, 'logo', { ...row, createdBy: user.userNo, createdAt: now });
    const logo = await requireActivated(call, id);
    await audit('logo.insert', id, describe(name, picture));
    return toLogo(logo);
  },
  /** Uses a stored logo; a file replaces its picture. Without an id, uses the product's default logo. */
  async updateLogo(call) {
    const { db, audit, form } = call;
    const { id, file } = form;
    if (id === null && file)
      throw new AppError('invalidParameter', { field: 'file', reason: "the product's own logo stays" });
    const picture = file && (await pictureIn(file));
    await repository.lockLogos(db);
    if (id === null) {
      await repository.deactivateLogos(db);
      await audit('logo.reset');
      return { logo: null };
    }
    if (file && picture) {
      const name = logoName(file.name);
      await updateRow(db, 'logo', id, { name, ...picture, sizeBytes: picture.content.length });
      await audit('logo.update', id, describe(name, picture));
    } else await audit('logo.activate', id);
    return { logo: toLogo(await requireActivated(call, id)) };
  },
  /** After the active logo is deleted, the product's default logo is active. */
  async deleteLogo({ db, audit, params: { id } }) {
    await repository.lockLogos(db);
    const deleted = await repository.deleteLogoRow(db, id);
    if (!deleted) throw new AppError('notFound');
    await audit('logo.delete', id, { name: deleted.name, wasActive: deleted.active });
  },
  async getLogoImage({ db, params, query }) {
    const image = await repository.findLogoImage(db, params.id);
    if (!image) throw new AppError('notFound');
    return {
      contentType: image.contentType,
      content: image.content,
      etag: `"${image.version}"`,
      headers: {
        ...IMAGE_HEADERS,
        'cache-control':
          query.v === image.version ? 'private, max-age=31536000, immutable' : 'private, no-cache',
      },
    };
  },
} satisfies Routes;

/** Users upload this content, so scripts in it must not run when it is opened directly. */
const IMAGE_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

function toLogo({ id, version }: repository.LogoRef) {
  const path = buildPath(getLogoImage.path, { id });
  return { id, imgUrl: `${API_PREFIX}${path}?v=${version}` };
}

/** Throws if there is no such logo, so that the transaction is rolled back. */
async function requireActivated({ db }: Work, id: number): Promise<repository.LogoRef> {
  const logo = await repository.activateLogo(db, id);
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
