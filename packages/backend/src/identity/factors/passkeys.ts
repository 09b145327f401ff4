import type { NewPasskey, PasskeySignature } from '@gwanje/contract/users/second-factor';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Db } from '../../database/schema.ts';
import { hashToken, newSecret } from '../tokens.ts';
import type { PasskeySite } from './passkey-site.ts';

const CHALLENGE_MS = 5 * 60_000;
export const MAX_PASSKEYS = 20;
/** Shown by the browser when it makes a passkey. */
const SITE_NAME = 'Gwanje';

export interface PasskeySummary {
  readonly passkeyId: number;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

interface Account {
  readonly userNo: number;
  readonly userId: string;
  readonly name: string;
}

export async function listPasskeys(db: Db, userNo: number): Promise<readonly PasskeySummary[]> {
  return db
    .selectFrom('passkey')
    .select(['passkeyId', 'name', 'createdAt', 'lastUsedAt'])
    .where('userNo', '=', userNo)
    .orderBy('passkeyId')
    .execute();
}

function credentialsOf(db: Db, userNo: number) {
  return db
    .selectFrom('passkey')
    .select(['credentialId', 'transportList'])
    .where('userNo', '=', userNo)
    .execute();
}

/** What the browser needs to make a passkey. `boundTo`: only the same session may add it. */
export async function newPasskeyOptions(
  db: Db,
  { rpId }: PasskeySite,
  { userNo, userId, name }: Account,
  boundTo: Buffer,
  now: Date,
) {
  const known = await credentialsOf(db, userNo);
  return generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: rpId,
    userID: new Uint8Array(hashToken(`passkeys of user ${userNo}`)),
    userName: userId,
    userDisplayName: name,
    challenge: await newChallenge(db, boundTo, now),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
}

/** Returns the id of the new passkey. Undefined: the answer of the browser is not valid. */
export async function addPasskey(
  db: Db,
  site: PasskeySite,
  userNo: number,
  { response, name }: { readonly response: NewPasskey; readonly name: string },
  boundTo: Buffer,
  now: Date,
): Promise<number | undefined> {
  const challenge = await useChallenge(db, response.response.clientDataJSON, boundTo, now);
  if (challenge === undefined) return undefined;
  const { transports = [], ...answer } = response.response;
  const verified = await verifyRegistrationResponse({
    response: { ...response, response: answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: [...site.origins],
    expectedRPID: site.rpId,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  const row = await db
    .insertInto('passkey')
    .values({
      userNo,
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      signatureCnt: counter,
      transportList: JSON.stringify(transports),
      name,
      createdAt: now,
      lastUsedAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('passkeyId')
    .executeTakeFirst();
  return row?.passkeyId;
}

/** What the browser needs to use a passkey. Without a user it offers all passkeys that it has for this site. */
export async function passkeyUseOptions(
  db: Db,
  { rpId }: PasskeySite,
  userNo: number | undefined,
  boundTo: Buffer,
  now: Date,
) {
  const known = userNo === undefined ? [] : await credentialsOf(db, userNo);
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: await newChallenge(db, boundTo, now),
    timeout: CHALLENGE_MS,
    allowCredentials: known.map(toDescriptor),
    // The device asks for a PIN or fingerprint, so a passkey alone is two factors.
    userVerification: 'required',
  });
}

/** Returns the owner of the passkey. Each challenge works once. */
export async function usePasskey(
  db: Db,
  site: PasskeySite,
  response: PasskeySignature,
  boundTo: Buffer,
  now: Date,
): Promise<{ readonly userNo: number; readonly passkeyId: number } | undefined> {
  const challenge = await useChallenge(db, response.response.clientDataJSON, boundTo, now);
  const passkey = await db
    .selectFrom('passkey')
    .selectAll()
    .where('credentialId', '=', Buffer.from(response.id, 'base64url'))
    .executeTakeFirst();
  if (challenge === undefined || !passkey) return undefined;
  const { userHandle, ...answer } = response.response;
  const verified = await verifyAuthenticationResponse({
    response: {
      ...response,
      response: { ...answer, ...(userHandle ? { userHandle } : {}) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: [...site.origins],
    expectedRPID: site.rpId,
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.signatureCnt,
    },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { passkeyId, userNo } = passkey;
  await db
    .updateTable('passkey')
    .set({ signatureCnt: verified.authenticationInfo.newCounter, lastUsedAt: now })
    .where('passkeyId', '=', passkeyId)
    .execute();
  return { userNo, passkeyId };
}

export async function renamePasskey(db: Db, userNo: number, passkeyId: number, name: string) {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ name })
    .where('userNo', '=', userNo)
    .where('passkeyId', '=', passkeyId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function removePasskey(db: Db, userNo: number, passkeyId: number) {
  return db
    .deleteFrom('passkey')
    .where('userNo', '=', userNo)
    .where('passkeyId', '=', passkeyId)
    .returning('name')
    .executeTakeFirst();
}

function toDescriptor(row: { readonly credentialId: Buffer; readonly transportList: string[] }) {
  return { id: row.credentialId.toString('base64url'), transports: row.transportList };
}

async function newChallenge(db: Db, boundTo: Buffer, now: Date): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = newSecret();
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  await db.insertInto('passkeyChallenge').values({ challenge, boundTo, expiresAt }).execute();
  return new Uint8Array(Buffer.from(challenge, 'base64url'));
}

const ClientData = z.object({ challenge: z.string().max(100) });

/** The challenge that the browser signed, if it is open. From now on it is used. */
async function useChallenge(
  db: Db,
  clientDataJson: string,
  boundTo: Buffer,
  now: Date,
): Promise<string | undefined> {
  const { data } = ClientData.safeParse(parseJson(Buffer.from(clientDataJson, 'base64url').toString()));
  if (!data) return undefined;
  const used = await db
    .deleteFrom('passkeyChallenge')
    .where('challenge', '=', data.challenge)
    .where('boundTo', '=', boundTo)
    .where('expiresAt', '>', now)
    .returning('challenge')
    .executeTakeFirst();
  return used?.challenge;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
