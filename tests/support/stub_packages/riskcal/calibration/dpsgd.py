def find_noise_multiplier_for_err_rates(alpha, beta, sample_rate, num_steps, grid_step=1e-4, beta_tol=1e-3):
    return alpha + 10 * beta + 100 * sample_rate + 1000 * num_steps + 1e6 * grid_step + 1e7 * beta_tol
