/** An address without slashes at its end. Each run of them is looked at once: whoever asks may have sent a long one. */
export const withoutEndSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, '');
