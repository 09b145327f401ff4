/* The tests fail on errors in the console of the browser. Some violations of the policy are reported there as other messages. */
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
  // biome-ignore lint/suspicious/noConsole: the tests read the console of the browser.
  console.error(`policy violation: ${violatedDirective} ${blockedURI} in ${sourceFile}:${lineNumber}`);
});
