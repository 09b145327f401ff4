// Characters that some file system reads as a folder, a drive, a stream or a pattern.
const NOT_IN_FILE_NAMES = /[\\/:*?"<>|%]|^\.+/g;

/** An attachment header: a plain name for old clients, and the cluster's own name for all others. */
export function attachment(hostId: number, clusterName: string): string {
  const own = `gwanje-agent-${clusterName.replace(NOT_IN_FILE_NAMES, '_')}.yaml`;
  return `attachment; filename="gwanje-agent-${hostId}.yaml"; filename*=UTF-8''${encodeExtended(own)}`;
}

/** Encodes by RFC 8187, which is stricter than URLs. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
