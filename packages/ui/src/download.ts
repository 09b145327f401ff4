/** Saves a file through the browser. */
export function download(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '_');
  link.click();
  // After the click the browser holds its own reference to the content.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
