import { argon2id, hash, verify } from 'argon2';

/** OWASP's minimum for argon2id; about 30 ms a check on a small machine. */
const COST = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), COST);
}

export const DUMMY_PASSWORD = 'no user has this password';
let dummyHash: Promise<string> | undefined;

/** Takes the same time for an unknown user, so that the response time does not show which users exist. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword(DUMMY_PASSWORD);
  const matches = await verify(passwordHash ?? (await dummyHash), password.normalize('NFKC')).catch(
    () => false,
  );
  return matches && passwordHash !== null;
}
