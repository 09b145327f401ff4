import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';

const common = { access: 'totalAdmin', tokens: 'no', subGroupsIn: 'none' } as const;

export const getUserFactors = endpoint({
  ...common,
  route: 'GET /user/:userNo/factor',
  summary: 'Which second factors a user has',
  response: z.object({ hasTotp: z.boolean(), passkeyCnt: z.int(), recoveryCodeCnt: z.int() }),
});

export const resetUserFactors = endpoint({
  ...common,
  route: 'DELETE /user/:userNo/factor',
  needsFreshProof: true,
  summary: 'Remove all second factors of a user who has lost them, and end the sessions of that user',
});
