import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { FactorCode, PasskeySignature } from './second-factor.ts';
import { PASSWORD_MAX } from './users.ts';

/** singleSignOn: the user signs on again at the identity provider. */
export const proofMethods = ['passkey', 'code', 'password', 'singleSignOn'] as const;
export type ProofMethod = (typeof proofMethods)[number];

/** One of the three. */
export const GivenProof = z.strictObject({
  password: z.string().min(1).max(PASSWORD_MAX).optional(),
  /** Of the authenticator app, or a recovery code. */
  code: FactorCode.optional(),
  passkey: PasskeySignature.optional(),
});
export type GivenProof = z.infer<typeof GivenProof>;

const common = { access: 'all', subGroupsIn: 'none', tokens: 'no' } as const;

export const startProof = endpoint({
  ...common,
  route: 'POST /session/proof/start',
  summary: 'How the signed-in user can prove who they are, and what a passkey must sign',
  isSecret: true,
  response: z.object({
    methodList: z.array(z.enum(proofMethods)),
    /** The options of the browser's passkey call; null without a passkey. */
    passkeyOptions: z.record(z.string(), z.unknown()).nullable(),
  }),
});

/** Wrong proofs are counted, so it does not run in one transaction that a refusal takes back. */
export const proveIdentity = endpoint({
  ...common,
  route: 'POST /session/proof',
  summary: 'Prove who you are, after a call was refused with 8012',
  isSecret: true,
  holdsNoTransaction: true,
  body: GivenProof,
});
