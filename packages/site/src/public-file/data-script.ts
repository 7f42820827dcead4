/** A classic script that hands over what it holds, deflated, under its name: `data/{name}.js`. */
export const toDataScript = (name: string, deflated: Buffer): string =>
  `musterTake(${JSON.stringify(name)},"${deflated.toString('base64')}")\n`;
