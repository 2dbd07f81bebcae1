/** The address of the hub that this build was made from; its bytecode leads to it on every chain. */
declare const __HUB__: `0x${string}`
export const HUB = __HUB__
