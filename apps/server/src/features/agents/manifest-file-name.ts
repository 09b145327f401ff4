// What some file system takes for a folder, a drive, a stream or a pattern.
const NOT_IN_FILE_NAMES = /[\\/:*?"<>|%]|^\.+/g;

/** An attachment's header: a plain name for old clients, and one with the cluster's own name for all others. */
export function attachment(hostId: number, clusterName: string): string {
  const own = `gwanje-agent-${clusterName.replace(NOT_IN_FILE_NAMES, '_')}.yaml`;
  return `attachment; filename="gwanje-agent-${hostId}.yaml"; filename*=UTF-8''${encodeExtended(own)}`;
}

/** As RFC 8187 has it, which is stricter than addresses are. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
