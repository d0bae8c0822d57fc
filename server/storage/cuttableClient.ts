import { Socket } from 'node:net';
import pg from 'pg';

/** A client whose connection can be cut off from this side: no farewell is sent, which a server that is gone would not take. */
export class CuttableClient extends pg.Client {
  readonly #socket: Socket;

  constructor(config: string | pg.ClientConfig = {}) {
    const socket = new Socket();
    const settings = typeof config === 'string' ? { connectionString: config } : config;
    super({ ...settings, stream: () => socket });
    this.#socket = socket;
  }

  cut(): void {
    this.#socket.destroy();
  }
}
