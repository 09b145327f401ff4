import { objectList } from '@gwanje/contract/definition/columns';
import { Labels, objectInfo } from '@gwanje/contract/objects/object-calls';
import { z } from 'zod';
import { IngressRow, ingressColumns } from './index.ts';
import { IngressPath } from './record.ts';

export const getIngress = objectInfo('ingress', IngressRow, false, {
  uid: z.string(),
  labels: Labels,
  tlsHostList: z.array(z.string()),
  pathList: z.array(IngressPath),
});

export const listIngresses = objectList('ingresses', 'Ingresses', ingressColumns);
