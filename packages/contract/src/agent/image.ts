import { z } from 'zod';

const REGISTRY =
  /^(?=.{1,255}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*$/i;
const IMAGE =
  /^(?=.{1,500}$)(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?\/)?[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*(?::[\w][\w.-]{0,127})?(?:@sha256:[a-f0-9]{64})?$/i;

/** An image as a kubelet pulls it: `registry.example.com:5000/team/gwanje-agent:0.1.0`. */
export const ImageName = z.string().regex(IMAGE);
/** The registry and path at the site, without the image's name: `registry.example.com:5000/gwanje`. */
export const RegistryName = z.string().regex(REGISTRY);
export const NamespaceName = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/);

/** The address of a proxy, without credentials: a manifest is a file that is passed on. */
export const ProxyAddress = z
  .string()
  .max(300)
  .regex(/^https?:\/\/(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::[0-9]{1,5})?$/i);

/** The image in another registry: the registry's name followed by the image's name and version. */
export function inRegistry(image: string, registry: string): string {
  return `${registry}/${image.split('/').at(-1)}`;
}
