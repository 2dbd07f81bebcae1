/** The browser's device cookie: the value it sent, if well formed, and the value it gets at the next sign-in. */
export type Device = { token: string | null; nextToken: string }

/** Where a request comes from. The session list shows browser and system to the account's owner. */
export type Client = { ipAddress: string; userAgent: string; device: Device }
