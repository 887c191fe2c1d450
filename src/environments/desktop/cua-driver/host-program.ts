/**
 * The program that runs the driver: native code that can hang or crash, and that reads DISPLAY and the message bus from its process environment.
 * It is passed to Node as text, so it needs no file and resolves the package from its start folder. Argument: the working folder for programs
 * that it starts.
 */
export const hostProgram = `
let driver;
async function end() {
  // Threads of the driver may hang, so the process always kills itself.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 500);
  try { await driver?.shutdown(); } finally { process.kill(process.pid, 'SIGKILL'); }
}
process.on('disconnect', end);
process.on('message', async ({ id, tool, input }) => {
  try {
    const { text, images, structuredJson, isError, errorCode } = await driver.callTool(tool, input);
    const pictures = images.map(({ mimeType, dataBase64 }) => ({ type: mimeType, bytes: Buffer.from(dataBase64, 'base64') }));
    process.send?.({ id, answer: { text, structured: structuredJson, pictures, isError, code: errorCode } });
  } catch (error) {
    process.send?.({ id, answer: { text: String(error?.message ?? error), pictures: [], isError: true, code: 'driver_threw' } });
  }
});
try {
  const { CuaDriver } = await import('@trycua/cua-driver');
  process.chdir(process.argv[1]);
  driver = CuaDriver.create(undefined);
  process.send({ ready: true });
} catch (error) {
  process.send({ missing: String(error?.message ?? error) }, end);
}
`;
