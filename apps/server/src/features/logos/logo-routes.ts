import { API_PREFIX, buildPath } from '@gwanje/contract/definition/address';
import { AppError } from '@gwanje/contract/definition/errors';
import { LogoId } from '@gwanje/contract/definition/ids';
import { getLogoImage, LogoEntry } from '@gwanje/contract/settings/logos';
import type { Routes } from '../../platform/http/call.ts';
import { addLogo, removeLogo, useLogo, useOwnLogo } from './logo-changes.ts';
import { findActiveLogo, findLogoImage, type LogoRef, listLogoRows } from './logo-repository.ts';

export const logoRoutes = {
  async getLogo({ db }) {
    const logo = await findActiveLogo(db);
    return { logo: logo ? toLogo(logo) : null };
  },
  async listLogos({ db }) {
    const rows = await listLogoRows(db);
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
    return toLogo(await addLogo(call, call.form.file));
  },
  async updateLogo(call) {
    const { id, file } = call.form;
    if (id !== null) return { logo: toLogo(await useLogo(call, id, file)) };
    if (file)
      throw new AppError('invalidParameter', { field: 'file', reason: "the product's own logo stays" });
    await useOwnLogo(call);
    return { logo: null };
  },
  async deleteLogo(call) {
    await removeLogo(call, call.params.id);
    return {};
  },
  async getLogoImage({ db, params, query }) {
    const image = await findLogoImage(db, params.id);
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

/** A user uploaded the content: opened directly, it must not run anything. */
const IMAGE_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

function toLogo({ id, version }: LogoRef) {
  const path = buildPath(getLogoImage.path, { id });
  return { id: LogoId.parse(id), imgUrl: `${API_PREFIX}${path}?v=${version}` };
}
