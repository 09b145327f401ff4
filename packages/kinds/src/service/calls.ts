import { objectList } from '@gwanje/contract/definition/columns';
import { Labels, objectInfo } from '@gwanje/contract/objects/object-calls';
import { z } from 'zod';
import { ServiceRow, serviceColumns } from './index.ts';
import { Endpoint, ServicePort } from './record.ts';

export const getService = objectInfo('service', ServiceRow, false, {
  uid: z.string(),
  labels: Labels,
  selector: Labels,
  portList: z.array(ServicePort),
  /** Not more than 100. Null when the agent cannot read EndpointSlices. */
  endpointList: z.array(Endpoint).nullable(),
});

export const listServices = objectList('services', 'Services', serviceColumns);
