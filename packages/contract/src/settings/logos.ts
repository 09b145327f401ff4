import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { idTextSchema, LogoId, Timestamp, YesNo } from '../definition/fields.ts';

export const LOGO_MAX_BYTES = 1024 * 1024;
export const LOGO_MAX_CNT = 20;
export const LOGO_CONTENT_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

export const Logo = z.object({ id: LogoId, imgUrl: z.string() });

export const LogoEntry = Logo.extend({
  name: z.string(),
  contentType: z.enum(LOGO_CONTENT_TYPES),
  sizeBytes: z.int(),
  isActive: YesNo,
  createdAt: Timestamp,
});
export type LogoEntry = z.infer<typeof LogoEntry>;

/** The server detects the format from the bytes, not from the name or the declared type. */
const LogoFile = z.file().min(1).max(LOGO_MAX_BYTES);
const LogoIdText = idTextSchema('LogoId');
/** In place of an id: the product's default logo. */
const OwnLogoIdText = z.literal('0').transform(() => null);

export const getLogo = endpoint({
  route: 'GET /logo',
  summary: "The header's logo; null: the product's default logo",
  access: 'all',
  subGroupsIn: 'none',
  response: z.object({ logo: Logo.nullable() }),
});

const common = { access: 'totalAdmin', subGroupsIn: 'none' } as const;

export const listLogos = endpoint({
  ...common,
  route: 'GET /logos',
  summary: 'Uploaded logos',
  response: z.object({ logoList: z.array(LogoEntry) }),
});

export const insertLogo = endpoint({
  ...common,
  route: 'POST /logo',
  summary: 'Upload a logo (field `file`) and use it',
  form: z.strictObject({ file: LogoFile }),
  success: 201,
  response: Logo,
});

export const updateLogo = endpoint({
  ...common,
  route: 'PUT /logo',
  summary:
    "Field `id`: use this logo; with `file`: replace its picture too. `id` = 0: the product's own logo",
  form: z.strictObject({ id: z.union([OwnLogoIdText, LogoIdText]), file: LogoFile.optional() }),
  response: z.object({ logo: Logo.nullable() }),
});

export const deleteLogo = endpoint({
  ...common,
  route: 'DELETE /logo/:id',
  summary: 'Delete a logo',
  params: { id: LogoIdText },
});

export const getLogoImage = endpoint({
  route: 'GET /logo/:id/image',
  summary: 'The image of a logo',
  access: 'all',
  subGroupsIn: 'none',
  params: { id: LogoIdText },
  /** Changes with the picture, so that browsers may cache it for ever. */
  query: z.strictObject({ v: z.string().max(64).optional() }),
  answers: 'file',
  response: z.string(),
});
