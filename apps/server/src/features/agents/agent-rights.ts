// The wording of the API server and of kubelets.
const API_SERVER = /cannot (\w+) resource "([^"]+)" in API group "([^"]*)"/g;
const KUBELET = /verb=(\w+), resource=([\w.-]+), subresource\(s\)=\[([^\]]*)\]/g;

/** The missing rights that a refusal names, as written in a role: `list pods`, `watch deployments.apps`. */
export function missingRights({ detail }: { readonly detail: string }): string[] {
  const rights: string[] = [];
  for (const [, verb = '', resource = '', group = ''] of detail.matchAll(API_SERVER))
    rights.push(`${verb} ${group === '' ? resource : `${resource}.${group}`}`);
  for (const [, verb = '', resource = '', subresources = ''] of detail.matchAll(KUBELET)) {
    for (const subresource of subresources.split(/[\s,]+/).filter((part) => part !== ''))
      rights.push(`${verb} ${resource}/${subresource}`);
  }
  return rights;
}
