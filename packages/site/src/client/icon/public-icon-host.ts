/** Where icons are when our own server does not answer in time (specification §7). */
export const publicIconHost = 'https://api.iconify.design';
