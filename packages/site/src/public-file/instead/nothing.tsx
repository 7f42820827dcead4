/** In place of what asks somebody to sign in: nobody signs in to a file. */
function Nothing() {
  return null;
}

export { Nothing as SignInButton, Nothing as SignInStep };
