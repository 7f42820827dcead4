/** A drawing as the address of a picture. */
export const toPicture = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
