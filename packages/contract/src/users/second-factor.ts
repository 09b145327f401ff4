import { z } from 'zod';

/** Recovery codes that a user gets at once. */
export const RECOVERY_CODE_CNT = 10;
export const PASSKEY_NAME_MAX = 60;

const Base64Url = z
  .string()
  .max(8192)
  .regex(/^[A-Za-z0-9_-]*$/);

/** What a browser answers when a passkey signs a challenge. Other fields of the browser are ignored. */
export const PasskeySignature = z.object({
  id: Base64Url.min(1).max(1400),
  rawId: Base64Url.min(1).max(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.nullish(),
  }),
});
export type PasskeySignature = z.infer<typeof PasskeySignature>;

/** What a browser answers when it has made a passkey. */
export const NewPasskey = z.object({
  id: Base64Url.min(1).max(1400),
  rawId: Base64Url.min(1).max(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: z
      .string()
      .max(65_536)
      .regex(/^[A-Za-z0-9_-]*$/),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

/** A code of an authenticator app or a recovery code, as typed. */
export const FactorCode = z.string().trim().min(6).max(40);
