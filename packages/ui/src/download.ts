/** Hands a file to the browser; nothing leaves the page. */
export function download(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '_');
  link.click();
  // The browser has its own hold on the content once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
