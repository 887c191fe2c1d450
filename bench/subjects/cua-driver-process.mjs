// Runs the driver in its own process, because it reads its display from the environment and may hang.
import { CuaDriver } from '@trycua/cua-driver';

const driver = CuaDriver.create(undefined);
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async (/** @type {{ id: number, tool: string, input: object }} */ { id, tool, input }) => {
  const startedAt = performance.now();
  const { text, images, structuredJson, isError } = await driver.callTool(tool, JSON.stringify(input));
  const ms = performance.now() - startedAt;
  const bytes = images.reduce((sum, { dataBase64 }) => sum + dataBase64.length, 0);
  process.send?.({ id, ms, bytes, isError, text, data: structuredJson ? JSON.parse(structuredJson) : {} });
});
await driver.callTool('set_agent_cursor_enabled', JSON.stringify({ session: 'bench', enabled: false }));
process.send?.({ ready: true });
