/**
 * Sends hostile inputs from a process of its own, so that the work of the client does not count, and prints what came of
 * them. `hostileClient.ts SERVER COUNT SEED`, the server as JSON.
 */
import { sendHostile, type Attacked } from './hostileLaw.ts';

const [server = '', count = '', seed = ''] = process.argv.slice(2);
const result = await sendHostile(JSON.parse(server) as Attacked, Number(count), Number(seed));
process.stdout.write(JSON.stringify(result));
