import type { Resource } from '../kinds/object/records.ts';
import { KINDS } from '../kinds/registry.ts';
import { badRequest, notFoundPath } from './status.ts';

export type Route =
  | { readonly kind: 'path'; readonly path: string }
  | {
      readonly kind: 'resource';
      readonly resource: Resource;
      readonly namespace: string;
      readonly name: string;
    }
  | { readonly kind: 'nodeProxy'; readonly nodeName: string; readonly path: string }
  | { readonly kind: 'accessReview' }
  /** An unknown resource: first the rights are checked, then it is not found. */
  | {
      readonly kind: 'unknown';
      readonly group: string;
      readonly resource: string;
      readonly subresource: string;
      readonly namespace: string;
      readonly name: string;
    };

/** Parses the path of a request. */
export function parseRoute(pathname: string): Route {
  const parts = pathname.split('/').slice(1).map(decode);
  const [root, ...rest] = parts;
  if (root === 'api' && rest[0] === 'v1' && (rest[1] ?? '') !== '') return resourceRoute('', rest.slice(1));
  if (root === 'apis' && rest[1] === 'v1' && (rest[2] ?? '') !== '')
    return resourceRoute(rest[0] ?? '', rest.slice(2));
  return { kind: 'path', path: pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badRequest('the path is not well formed');
  }
}

function resourceRoute(group: string, parts: string[]): Route {
  let namespace = '';
  let rest = parts;
  // /namespaces/x is the namespace itself. With a longer path it is a resource in the namespace.
  if (group !== '' || parts.length > 2) {
    if (parts[0] === 'namespaces' && parts[1] !== undefined && parts[2] !== undefined) {
      namespace = parts[1];
      rest = parts.slice(2);
    }
  }
  const [resource = '', name = '', subresource = '', ...below] = rest;
  if (group === '' && resource === 'nodes' && subresource === 'proxy')
    return { kind: 'nodeProxy', nodeName: name, path: `/${below.join('/')}` };
  if (group === 'authorization.k8s.io' && resource === 'selfsubjectaccessreviews' && name === '')
    return { kind: 'accessReview' };
  const isKnown = isServed(resource) && KINDS[resource].group === group;
  if (!isKnown || subresource !== '' || below.length > 0)
    return { kind: 'unknown', group, resource, subresource, namespace, name };
  if (namespace !== '' && !KINDS[resource].isNamespaced) throw notFoundPath();
  if (name !== '' && namespace === '' && KINDS[resource].isNamespaced) throw notFoundPath();
  return { kind: 'resource', resource, namespace, name };
}

function isServed(name: string): name is Resource {
  return Object.hasOwn(KINDS, name);
}
